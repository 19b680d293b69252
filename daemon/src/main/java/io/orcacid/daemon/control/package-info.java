/** What the operator of a daemon sees and says, answered from what its agents know. */
package io.orcacid.daemon.control;
