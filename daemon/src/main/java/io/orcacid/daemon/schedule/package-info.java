/**
 * Which compaction is next: pools, priorities, time windows, pauses after failures and the limit on
 * bytes a second. Decides, and does nothing; time is given to it.
 */
package io.orcacid.daemon.schedule;
