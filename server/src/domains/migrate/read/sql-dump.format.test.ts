// Dumps as mysqldump, Navicat and pg_dump write them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DumpBroken, type DumpRow, dumpRows, isSet } from './sql-dump.format.ts'

async function read(text: string, size = text.length || 1, wanted: (table: string) => boolean = () => true) {
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
  const rows: DumpRow[] = []
  for await (const row of dumpRows(chunks, wanted)) rows.push(row)
  return rows
}

const mysqldump = String.raw`-- MySQL dump 10.13  Distrib 8.0.36, for Linux
/*!40101 SET NAMES utf8mb4 */;
/*!50503 SET character_set_client = utf8mb4 */;
DROP TABLE IF EXISTS ${'`t_user`'};
CREATE TABLE ${'`t_user`'} (
  ${'`id`'} int NOT NULL AUTO_INCREMENT,
  ${'`user_name`'} varchar(255) DEFAULT 'a,b',
  ${'`score`'} decimal(10,2) DEFAULT NULL COMMENT '分数, (十分之一)',
  ${'`deleted`'} bit(1) DEFAULT NULL,
  PRIMARY KEY (${'`id`'}),
  KEY ${'`by_name`'} (${'`user_name`'},${'`id`'})
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES ${'`t_user`'} WRITE;
INSERT INTO ${'`t_user`'} VALUES (1,'it\'s; (a) \"test\"\n二行 \\ ''q''',1.50,_binary '\0'),(2,NULL,NULL,b'1'),(3,'-- no comment /* either */ # nor this',3,0x01);
UNLOCK TABLES;
-- Dump completed
`

test('reads rows of mysqldump, whatever the pieces', async () => {
  const expected = [
    { id: '1', user_name: "it's; (a) \"test\"\n二行 \\ 'q'", score: '1.50', deleted: '\0' },
    { id: '2', user_name: null, score: null, deleted: '1' },
    { id: '3', user_name: '-- no comment /* either */ # nor this', score: '3', deleted: '1' },
  ]
  for (const size of [1, 2, 7, 64, 10_000]) expect((await read(mysqldump, size)).map((row) => row.values)).toEqual(expected)
  expect(expected.map((row) => isSet(row.deleted))).toEqual([false, true, true])
})

test('reads statements of Navicat: one row each, with schema and columns', async () => {
  const text =
    "SET NAMES utf8mb4;\nINSERT INTO `xzs`.`t_subject` (`id`, `name`) VALUES (7, '语文');\nINSERT INTO `xzs`.`t_subject` (`id`, `name`) VALUES (8, 'a\\\\');\n"
  expect(await read(text, 5)).toEqual([
    { table: 't_subject', values: { id: '7', name: '语文' } },
    { table: 't_subject', values: { id: '8', name: 'a\\' } },
  ])
})

const pgdump = [
  '--',
  '-- PostgreSQL database dump',
  '--',
  '\\restrict x1',
  "SET client_encoding = 'UTF8';",
  'CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $$ begin insert into t values (1); end; $$;',
  'CREATE TABLE public.t_user (id integer NOT NULL, "user_name" character varying(255));',
  'COPY public.t_user (id, user_name, deleted) FROM stdin;',
  "1\tit's; a \\\\ back\\nslash\\ttab\tf",
  '2\t\\N\tt',
  '\\.',
  '',
  "INSERT INTO public.t_subject (id, name) VALUES (1, 'C:\\dir'), (2, E'line\\nbreak'), (3, 'a''b'::character varying);",
  'COPY public.t_empty (id) FROM stdin;',
  '\\.',
  '',
].join('\n')

test('reads COPY and INSERT of pg_dump, whatever the pieces', async () => {
  const expected = [
    { table: 't_user', values: { id: '1', user_name: "it's; a \\ back\nslash\ttab", deleted: 'f' } },
    { table: 't_user', values: { id: '2', user_name: null, deleted: 't' } },
    { table: 't_subject', values: { id: '1', name: 'C:\\dir' } },
    { table: 't_subject', values: { id: '2', name: 'line\nbreak' } },
    { table: 't_subject', values: { id: '3', name: "a'b" } },
  ]
  for (const size of [1, 3, 17, 10_000]) expect(await read(pgdump, size)).toEqual(expected)
})

test('leaves out tables that are not wanted', async () => {
  expect((await read(pgdump, 50, (table) => table === 't_subject')).map((row) => row.table)).toEqual([
    't_subject',
    't_subject',
    't_subject',
  ])
})

test('refuses a file that was cut off', async () => {
  await expect(read(mysqldump.slice(0, mysqldump.indexOf('(2,NULL')))).rejects.toThrow(DumpBroken)
  await expect(read(pgdump.slice(0, pgdump.indexOf('2\t\\N')))).rejects.toThrow(DumpBroken)
  await expect(read("INSERT INTO `t` VALUES (1,'a');")).rejects.toThrow(DumpBroken)
})

test('any text comes back from an INSERT of either kind and from COPY', async () => {
  const mysql = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\0', '\\0')
  const copied = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), async (given, size) => {
      // what tells a dump of MySQL
      const text = given.replaceAll(/[\0`]/g, '')
      const first = `/* MySQL */ INSERT INTO \`t\` (\`id\`,\`c\`) VALUES (1,'${mysql(text)}'),(2,'x');`
      expect((await read(first, size)).map((row) => row.values.c)).toEqual([text, 'x'])
      const second = `INSERT INTO t (id, c) VALUES (1, '${text.replaceAll("'", "''")}'), (2, 'x');`
      expect((await read(second, size)).map((row) => row.values.c)).toEqual([text, 'x'])
      const third = `COPY t (id, c) FROM stdin;\n1\t${copied(text)}\n2\tx\n\\.\n`
      expect((await read(third, size)).map((row) => row.values.c)).toEqual([text, 'x'])
    }),
  )
})
