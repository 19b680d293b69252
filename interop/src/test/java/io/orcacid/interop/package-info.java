/** Whether Hive's own classes and ours mean the same: tables of either side, read by both. */
package io.orcacid.interop;
