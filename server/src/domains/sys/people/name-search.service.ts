// Conditions that find people by a part of their name on an index, however short the part is.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { containing } from '../../../kernel/database.ts'

/** Trigrams need three characters; with fewer the whole index would be read. */
export const isShort = (word: string) => /^.{0,2}$/su.test(word)

/** A condition on a table of users, by its name in the query: the real name contains the word. */
export const nameHas = (table: string, word: string): RawBuilder<SqlBool> =>
  isShort(word)
    ? sql<SqlBool>`sys_grams(${sql.ref(`${table}.real_name`)}) @> array[lower(${word})]`
    : sql<SqlBool>`${sql.ref(`${table}.real_name`)} ilike ${containing(word)}`
