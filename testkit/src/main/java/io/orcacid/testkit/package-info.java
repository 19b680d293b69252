/** x */
package io.orcacid.testkit;
