/**
 * The compactor daemon: agents that find what is due, do it and clean up, over many tables that
 * other daemons may look after too.
 */
package io.orcacid.daemon;
