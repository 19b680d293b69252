/** A table's log in a database: its primary key lets one insert win. */
package io.orcacid.store.jdbc;
