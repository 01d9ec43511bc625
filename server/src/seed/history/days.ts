// What the people of the demonstration do on ordinary days: they sign in, learn, take the daily quiz and buy. Set by set in the database, and by a
// hash of person and day, so that a day looks the same however often and in whatever portions it is made.
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { type RawBuilder, sql } from 'kysely'
import { newReceiptNo } from '../../domains/paper/attempt/save/receipt.rules.ts'
import type { Day } from '../../domains/stat/figure/figure.service.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { demoAccounts } from '../demo-people.ts'
import { quizTitle } from './exams.ts'

type Days = { from: Day; to: Day }

/** A number below 100 that depends on these values alone. */
const dice = (...parts: (RawBuilder<unknown> | string)[]) => {
  const named = parts.map((part) => sql`${part}::text`)
  return sql<number>`((hashtext(concat_ws('/', ${sql.join(named)})) & 1048575) % 100)`
}
const dayOf = ({ from, to }: Days) => sql`(select d::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') d) days`
const isWorkday = sql<boolean>`extract(isodow from day) < 6`
const user = sql`u.id`
const day = sql`day`
/** A time of a day between eight in the morning and eight in the evening. */
const timeOf = ({ app }: Ctx, salt: string) =>
  sql<Date>`((day + time '08:00' + ${dice(user, day, salt)} * interval '7 minutes' + ${dice(day, user, salt)} * interval '13 seconds')
    at time zone ${app.config.timeZone})`

/** Adds the days `from` to `to`, both included; what a day has already stays. */
export async function addDays(ctx: Ctx, days: Days): Promise<void> {
  await addSignIns(ctx, days)
  await addLearning(ctx, days)
  await addQuizzes(ctx, days)
  await addSales(ctx, days)
}

/** On a workday most of the active accounts, at the weekend a fifth. */
async function addSignIns(ctx: Ctx, days: Days) {
  await sql`
    with seen as (
      insert into sys_user_day (day, user_id)
      select day, u.id from ${dayOf(days)} cross join sys_user u
      where u.user_name = any(${demoAccounts}::text[]) and u.state = ${UserState.active} and u.create_time < ${timeOf(ctx, 'sign-in')} and ${timeOf(ctx, 'sign-in')} < ${ctx.now}
        and ${dice(user, day, 'seen')} < case when ${isWorkday} then 60 + ${dice(day, 'mood')} / 5 else 20 end
      on conflict do nothing returning day, user_id)
    insert into sys_login_log (user_id, user_name, way, success, reason, ip, user_agent, create_time)
    select u.id, u.user_name, 'password', t.success, case when t.success then '' else '用户名或密码错误' end,
      '10.8.' || u.id % 4 || '.' || 10 + u.id % 200, case when u.id % 3 = 0 then ${desktop} else ${mobile} end,
      ${timeOf(ctx, 'sign-in')} - case when t.success then interval '0' else interval '40 seconds' end
    from seen join sys_user u on u.id = seen.user_id
    cross join lateral (select true as success union all select false where ${dice(user, day, 'wrong')} < 3) t
    order by ${timeOf(ctx, 'sign-in')}`.execute(ctx.db)
}
const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'
const mobile = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36'

/** Four of ten who were there learn for 5 to 40 minutes, in a course that they have begun by then. */
async function addLearning(ctx: Ctx, days: Days) {
  await sql`
    insert into course_learn_day (day, user_id, course_id, sec)
    select seen.day, seen.user_id, c.course_id, 300 + ${dice(sql`seen.user_id`, sql`seen.day`, 'sec')} * 21
    from sys_user_day seen
    cross join lateral (
      select course_id from course_learn l where l.user_id = seen.user_id and (l.start_time at time zone ${ctx.app.config.timeZone})::date <= seen.day
      order by ${dice(sql`l.course_id`, sql`seen.day`, sql`seen.user_id`)}, l.course_id limit 1) c
    where seen.day between ${days.from}::date and ${days.to}::date and ${dice(sql`seen.user_id`, sql`seen.day`, 'learns')} < 40
    on conflict do nothing`.execute(ctx.db)
}

/** A few of those who were there take the daily quiz: copies of papers that were really sat, with their own times and receipts. */
async function addQuizzes(ctx: Ctx, days: Days) {
  const { rows } = await sql<{ paperId: string; pattern: string; userId: string; day: Day; at: Date }>`
    select nextval(pg_get_serial_sequence('paper', 'id')) as paper_id, p.id as pattern, u.id as user_id, to_char(seen.day, 'YYYY-MM-DD') as day,
      ${timeOf(ctx, 'quiz')} as at
    from sys_user_day seen join sys_user u on u.id = seen.user_id
    cross join lateral (
      select p.id from paper p join exam e on e.id = p.exam_id where e.title = ${quizTitle} and p.score is not null
      order by ${dice(sql`p.id`, user, day)}, p.id limit 1) p
    where seen.day between ${days.from}::date and ${days.to}::date and u.user_name = any(${demoAccounts}::text[]) and u.user_name like 'learner%' and ${timeOf(ctx, 'quiz')} < ${ctx.now}
      and ${dice(user, day, 'quiz')} < case when ${isWorkday} then 12 else 4 end
      and not exists (select from paper q where q.exam_id = (select exam_id from paper where id = p.id) and q.user_id = u.id
        and (q.start_time at time zone ${ctx.app.config.timeZone})::date = seen.day)
    order by at`.execute(ctx.db)
  if (rows.length === 0) return
  const made = JSON.stringify(
    rows.map(({ paperId, pattern, userId, at, day: on }) => ({ paperId, pattern, userId, at, receiptNo: newReceiptNo(on) })),
  )
  const copies = sql`jsonb_to_recordset(${made}::jsonb) as c ("paperId" bigint, pattern bigint, "userId" bigint, at timestamptz, "receiptNo" text)
    join paper p on p.id = c.pattern`
  // in the from clause, where a record is made once; its fields in the list would make it anew for each column
  await sql`
    insert into paper select made.* from ${copies} cross join lateral jsonb_populate_record(null::paper, to_jsonb(p) || jsonb_build_object(
      'id', c."paperId", 'user_id', c."userId",
      'start_time', c.at, 'create_time', c.at, 'deadline_at', c.at + (p.deadline_at - p.start_time), 'hand_time', c.at + (p.hand_time - p.start_time),
      'finish_time', c.at + (p.hand_time - p.start_time), 'last_seen', c.at + (p.hand_time - p.start_time), 'receipt_no', c."receiptNo",
      'live_session', '', 'finish_due', false, 'tell_due', false)) made order by c."paperId"`.execute(ctx.db)
  await sql`
    insert into paper_answer select c."paperId", a.qu_id, a.session, a.seq, a.answer, a.complete, a.saved_at + (c.at - p.start_time)
    from ${copies} join paper_answer a on a.paper_id = c.pattern`.execute(ctx.db)
  await sql`
    insert into paper_item select made.* from ${copies} join paper_item i on i.paper_id = c.pattern
      cross join lateral jsonb_populate_record(null::paper_item, to_jsonb(i) || jsonb_build_object('paper_id', c."paperId")) made`.execute(
    ctx.db,
  )
}

/** The courses that are sold: they are not offered any more, everything that demo learners see is free. */
const sold = sql`(values (0, 900001, '前厅礼仪训练营（已下架）', 9900), (1, 900002, '葡萄酒服务入门（已下架）', 6800),
  (2, 900003, '收益管理专题（已下架）', 12900), (3, 900004, '宴会策划实务（已下架）', 15900)) g (no, id, title, price)`

/** Two orders a day; one of twenty is paid back, some are never paid. */
async function addSales(ctx: Ctx, { from, to }: Days) {
  const zone = ctx.app.config.timeZone
  await sql`
    with made as (
      insert into pay_order (order_no, user_id, goods_type, goods_id, goods_title, price, pay_method, order_state, pay_time, create_time, update_time,
        paid_amount, refunded)
      select to_char(t.at at time zone ${zone}, 'YYYYMMDDHH24MISS') || '9' || lpad((u.id % 10000)::text, 4, '0') || n, u.id, 'course', g.id, g.title, g.price,
        (array['wechat', 'wechat', 'alipay', 'alipay', 'paypal'])[1 + ${dice(day, sql`n`, 'way')} % 5], s.state,
        case when s.state <> ${OrderState.closed} then t.at + interval '1 minute' end, t.at, t.at + interval '1 minute',
        case when s.state <> ${OrderState.closed} then g.price else 0 end, case when s.state = ${OrderState.refunded} then g.price else 0 end
      from ${dayOf({ from, to })} cross join generate_series(1, 2) n
      cross join lateral (select ((day + time '09:00' + ${dice(day, sql`n`, 'when')} * interval '6 minutes') at time zone ${zone}) as at) t
      cross join lateral (select id from sys_user where user_name = any(${demoAccounts}::text[]) and create_time < t.at
        order by ${dice(sql`id`, day, sql`n`)}, id limit 1) u
      join ${sold} on g.no = ${dice(day, sql`n`, 'goods')} % 4
      cross join lateral (select case when ${dice(day, sql`n`, 'state')} < 5 then ${OrderState.refunded}::smallint
        when ${dice(day, sql`n`, 'state')} < 13 then ${OrderState.closed}::smallint else ${OrderState.paid}::smallint end as state) s
      where t.at < ${ctx.now} and not exists (select from pay_order o where o.create_time = t.at)
      returning id, order_no, user_id, price, order_state, pay_time)
    insert into pay_refund (order_id, refund_no, amount, vendor_amount, reason, refund_state, operator, create_time, checked_time, done_time)
    select id, 'R' || order_no, price, price, '学员未能参加，按约定退款', 2, ${ctx.user.id}::bigint, pay_time + interval '5 hours',
      pay_time + interval '5 hours', pay_time + interval '5 hours 2 minutes'
    from made where order_state = ${OrderState.refunded}`.execute(ctx.db)
}
