/** What can go wrong, named by what the caller does next: run again, ask, give up, report. */
package io.orcacid.error;
