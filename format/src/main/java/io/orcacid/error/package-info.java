/** The errors that callers meet, named by what the caller does next. */
package io.orcacid.error;
