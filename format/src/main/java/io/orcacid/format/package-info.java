/** x */
package io.orcacid.format;
