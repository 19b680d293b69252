/** A table's log on HDFS: the name node lets one rename win. */
package io.orcacid.store.hdfs;
