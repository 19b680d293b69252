/**
 * A program around Hive's own classes: it reads and writes table directories on request, so that
 * tests of ours can ask what Hive says.
 */
package io.orcacid.interop.hive;
