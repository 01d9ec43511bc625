// Copies rows with everything that a deletion removes with them, and inserts the copies again. Reads the foreign keys of the database, so that
// a table of a later version is never forgotten.
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'

type Db = Pick<Ctx, 'db'>
/** What the database does with a row when the row that it names is deleted. */
export const OnDelete = { cascade: 'c', empty: 'n' } as const
export type Reference = { child: string; column: string; type: string; parent: string; key: string; action: string; hasId: boolean }

/** Foreign keys of one column. Rows whose pictures are given up with them (table triggers picture_gone) are not copied. */
export async function references({ db }: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.relname as child, a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, p.relname as parent, k.attname as key,
      f.confdeltype::text as action,
      exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id' and not i.attisdropped) as "hasId"
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
      join pg_attribute k on k.attrelid = p.oid and k.attnum = f.confkey[1]
    where f.contype = 'f' and f.conparentid = 0 and cardinality(f.conkey) = 1 and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_trigger g join pg_proc w on w.oid = g.tgfoid where g.tgrelid = c.oid and w.proname = 'picture_gone')
    order by 1, 2`.execute(db)
  return rows
}

/** The tables that lose rows with a row of `root`, each after all those that it hangs on. */
function removedWith(root: string, all: readonly Reference[]): string[] {
  const done: string[] = []
  const visit = (table: string) => {
    if (done.includes(table)) return
    for (const one of all) if (one.parent === table && one.action === OnDelete.cascade) visit(one.child)
    done.unshift(table)
  }
  visit(root)
  return done
}

/** Copies the rows of `root` that the bin entries name, and all that hangs on them, into sys_bin_row. */
export async function copyRows(ctx: Db, root: string, binIds: readonly string[]): Promise<void> {
  const all = await references(ctx)
  const tables = removedWith(root, all)
  const bins = sql`any(${binIds}::bigint[])`
  await sql`insert into sys_bin_row (bin_id, depth, table_name, data)
    select b.id, 0, ${root}, to_jsonb(t) from sys_bin b join ${sql.table(root)} t on t.id = b.object_id where b.id = ${bins}`.execute(
    ctx.db,
  )
  for (const [depth, table] of tables.entries()) {
    const cascades = all.filter((one) => one.child === table && one.action === OnDelete.cascade && tables.indexOf(one.parent) < depth)
    for (const [at, one] of (depth === 0 ? [] : cascades).entries())
      if (tables.includes(one.parent)) await copyChildren(ctx, one, { bins, depth, further: at > 0 })
  }
  const emptied = all.filter(
    (one) => one.action === OnDelete.empty && one.hasId && tables.includes(one.parent) && !tables.slice(1).includes(one.child),
  )
  for (const one of emptied)
    await sql`insert into sys_bin_row (bin_id, depth, table_name, link, data)
      select p.bin_id, ${tables.length}, ${one.child}, ${one.column}::text, jsonb_build_object('id', c.id, 'value', ${sql.ref(`c.${one.column}`)})
      from ${sql.table(one.child)} c join sys_bin_row p on ${namedBy(one)}
      where p.bin_id = ${bins} and p.table_name = ${one.parent} and p.link is null`.execute(ctx.db)
}

const namedBy = ({ column, key, type }: Reference) => sql`${sql.ref(`c.${column}`)} = (p.data ->> ${sql.lit(key)})::${sql.raw(type)}`

type Into = { bins: ReturnType<typeof sql>; depth: number; further: boolean }

/** `further`: the table was copied by another foreign key, so rows may be there already. */
async function copyChildren({ db }: Db, one: Reference, { bins, depth, further }: Into) {
  const known = sql`exists (select from sys_bin_row o where o.bin_id = p.bin_id and o.table_name = ${one.child} and o.data = to_jsonb(c))`
  await sql`insert into sys_bin_row (bin_id, depth, table_name, data)
    select p.bin_id, ${depth}, ${one.child}, to_jsonb(c) from ${sql.table(one.child)} c join sys_bin_row p on ${namedBy(one)}
    where p.bin_id = ${bins} and p.table_name = ${one.parent} and p.link is null and not (${further ? known : sql`false`})`.execute(db)
}

/**
 * Inserts the rows of an entry again, with their ids. Rows that hang on something which was deleted since (a person of an audience) stay away,
 * as they would have been deleted with it. Columns that were added since get their defaults.
 * @returns how many rows of the thing itself were inserted: 0 or 1
 */
export async function insertCopies(ctx: Db, binId: string): Promise<number> {
  const all = await references(ctx)
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select r.table_name as name, array(
      select a.attname::text from pg_attribute a where a.attrelid = to_regclass(quote_ident(r.table_name)) and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and (select s.data from sys_bin_row s where s.bin_id = ${binId} and s.table_name = r.table_name and s.link is null limit 1) ? a.attname
      order by a.attnum) as columns
    from sys_bin_row r where r.bin_id = ${binId} and r.link is null and to_regclass(quote_ident(r.table_name)) is not null
    group by r.table_name order by min(r.depth), r.table_name`.execute(ctx.db)
  let restored = 0
  for (const [at, { name, columns }] of tables.entries()) {
    const inserted = await insertTable(
      ctx,
      binId,
      name,
      columns,
      all.filter((one) => one.child === name && one.parent !== name),
    )
    if (at === 0) restored = inserted
  }
  await fillLinks(ctx, binId, all)
  return restored
}

async function insertTable(
  { db }: Db,
  binId: string,
  name: string,
  columns: readonly string[],
  out: readonly Reference[],
): Promise<number> {
  const exists = ({ column, parent, key }: Reference) =>
    sql`exists (select from ${sql.table(parent)} q where ${sql.ref(`q.${key}`)} = ${sql.ref(`c.${column}`)})`
  const values = columns.map((column) => {
    const emptied = out.find((one) => one.column === column && one.action === OnDelete.empty)
    return emptied ? sql`case when ${exists(emptied)} then ${sql.ref(`c.${column}`)} end` : sql.ref(`c.${column}`)
  })
  const hangsOn = out.filter((one) => one.action === OnDelete.cascade && columns.includes(one.column))
  const stays = hangsOn.map((one) => sql`(${sql.ref(`c.${one.column}`)} is null or ${exists(one)})`)
  // not a cast: a table may have the name of a type of the database, such as path
  const rowType = sql`(select shape from ${sql.table(name)} shape where false)`
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((one) => sql.ref(one)))}) overriding system value
    select ${sql.join(values)} from sys_bin_row r, jsonb_populate_record(${rowType}, r.data) c
    where r.bin_id = ${binId} and r.table_name = ${name} and r.link is null and ${sql.join([sql`true`, ...stays], sql` and `)}`.execute(db)
  return Number(numAffectedRows)
}

/** Columns that the deletion emptied in rows that stayed, unless they name something else by now. */
async function fillLinks({ db }: Db, binId: string, all: readonly Reference[]) {
  const { rows } = await sql<{ name: string; link: string }>`
    select distinct table_name as name, link from sys_bin_row where bin_id = ${binId} and link is not null`.execute(db)
  for (const { name, link } of rows) {
    const one = all.find((known) => known.child === name && known.column === link)
    if (one)
      await sql`update ${sql.table(name)} t set ${sql.ref(link)} = (r.data ->> 'value')::${sql.raw(one.type)} from sys_bin_row r
        where r.bin_id = ${binId} and r.table_name = ${name} and r.link = ${link} and t.id = (r.data ->> 'id')::bigint
          and ${sql.ref(`t.${link}`)} is null`.execute(db)
  }
}
