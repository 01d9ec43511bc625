// Conditions that find people by a part of their name on an index, however short the part is.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { containing } from '../../../kernel/database.ts'

/** Trigrams need three characters; with fewer the whole index would be read. */
export const isShort = (word: string) => /^.{0,2}$/su.test(word)

/**
 * `= usersNamed('word')`: the users whose real name contains the word. They are found once, before the list is read: the planner misjudges
 * how many a word matches.
 */
export const usersNamed = (word: string): RawBuilder<string> =>
  sql<string>`any(array(select u.id from sys_user u where ${nameHas('u', word)}))`

/**
 * `= rowsNamed('cert_grant', 'word')`: the ids of the rows of a table with a real name of its own whose name contains the word. In the condition of a
 * list `nameHas` alone would leave the choice to the planner, which without statistics of the index walks the whole table along its key.
 */
export const rowsNamed = (table: 'cert_grant' | 'sys_real', word: string): RawBuilder<string> =>
  sql<string>`any(array(select n.id from ${sql.table(table)} n where ${nameHas('n', word)}))`

/** As usersNamed, by account. */
export const usersOfAccount = (word: string): RawBuilder<string> =>
  sql<string>`any(array(select u.id from sys_user u where ${accountHas('u', word)}))`

/** As usersNamed, by real name or account. */
export const usersCalled = (word: string): RawBuilder<string> =>
  sql<string>`any(array(select u.id from sys_user u where ${nameHas('u', word)} or ${accountHas('u', word)}))`

/** A condition on a table of users, by its name in the query: the account contains the word. */
export const accountHas = (table: string, word: string): RawBuilder<SqlBool> =>
  isShort(word)
    ? sql<SqlBool>`sys_grams(${sql.ref(`${table}.user_name`)}) @> array[lower(${word})]`
    : sql<SqlBool>`${sql.ref(`${table}.user_name`)} ilike ${containing(word)}`

/** A condition on a table with a real name and its index of grams, by its name in the query: the real name contains the word. */
export const nameHas = (table: string, word: string): RawBuilder<SqlBool> =>
  isShort(word)
    ? sql<SqlBool>`sys_grams(${sql.ref(`${table}.real_name`)}) @> array[lower(${word})]`
    : sql<SqlBool>`${sql.ref(`${table}.real_name`)} ilike ${containing(word)}`
