/**
 * What tests of every module share: tables that other engines wrote, seeds that replay, child
 * processes that can be killed, and system calls that can be watched or made to fail.
 */
package io.orcacid.testkit;
