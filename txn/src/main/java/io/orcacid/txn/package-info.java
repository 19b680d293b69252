/** x */
package io.orcacid.txn;
