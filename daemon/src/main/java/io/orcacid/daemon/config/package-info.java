/** What a daemon is told: every key, its value and where that came from. Reads one file. */
package io.orcacid.daemon.config;
