/**
 * What a daemon shows and what can be asked of it, as values: the HTTP interface, the page and the
 * metrics rest on this package alone and know no agent.
 */
package io.orcacid.daemon.view;
