/**
 * The three agents of a daemon: one finds what is due, some do it, one cleans up. Each does a
 * bounded piece of work when it is called, so that tests drive them by hand.
 */
package io.orcacid.daemon.agent;
