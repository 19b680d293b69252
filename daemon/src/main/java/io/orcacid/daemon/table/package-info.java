/**
 * The tables that a daemon looks after: finding them, opening them, and what was last seen of each.
 */
package io.orcacid.daemon.table;
