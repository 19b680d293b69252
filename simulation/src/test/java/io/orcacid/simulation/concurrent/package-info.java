/**
 * Many processes on one disk, of which one runs at a time: which one is decided by a seed, and so
 * are the faults, so that every run can be had again.
 */
package io.orcacid.simulation.concurrent;
