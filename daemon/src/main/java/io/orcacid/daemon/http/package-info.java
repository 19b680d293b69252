/**
 * The HTTP side of a daemon: health, metrics, the interface of programs and the page of operators.
 * Decides nothing; everything goes through {@link io.orcacid.daemon.view.DaemonControl}.
 */
package io.orcacid.daemon.http;
