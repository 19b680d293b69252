/** A table's log in ZooKeeper: the leader lets one creation of a node win. */
package io.orcacid.store.zookeeper;
