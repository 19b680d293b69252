/**
 * What Hive's own classes answer, written to files that the tests of the other modules compare
 * with.
 */
package io.orcacid.interop;
