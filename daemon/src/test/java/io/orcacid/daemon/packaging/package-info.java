/** What is shipped beside the program fits what the program says and does. */
package io.orcacid.daemon.packaging;
