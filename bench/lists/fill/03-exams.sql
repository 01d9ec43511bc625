-- Exams: 300 past ones, a large one two days ago, one that is marked, one that is open now. They are copies of the two model exams.
create function pg_temp.copy_rows(target text, source text, changed jsonb, sorted text default '') returns void language plpgsql as $$
declare columns text; expressions text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum), string_agg(coalesce(changed ->> attname, 'm.' || quote_ident(attname)), ', ' order by attnum)
  into columns, expressions from pg_attribute
  where attrelid = target::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '';
  execute format('insert into %s (%s) select %s from %s %s', target, columns, expressions, source, sorted);
end $$;

create table bench_model as
select p.id as paper_id, p.exam_id, case when p.state = 1 then 'marking' else 'done' end as kind from paper p;
select pg_temp.copy_rows('exam', '(select n, e.* from generate_series(1, 303) n join exam e on e.id = (select exam_id from bench_model where kind = case when n = 302 then ''marking'' else ''done'' end)) m', jsonb_build_object(
  'title', '(array[''消防安全考试'', ''前厅服务考试'', ''客房管理考试''])[1 + n % 3] || case n when 301 then ''（全员）'' when 302 then ''（阅卷）'' when 303 then ''（进行中）'' else '' '' || n end',
  'start_time', 'case when n = 303 then now() - interval ''1 hour'' when n > 300 then now() - interval ''2 days'' else now() - (301 - n) * interval ''3 days 15 hours'' end',
  'end_time', 'case when n = 303 then now() + interval ''400 days'' when n > 300 then now() - interval ''1 day'' else now() - (301 - n) * interval ''3 days 15 hours'' + interval ''3 days'' end',
  'started', 'true', 'tries', '0', 'create_time', 'now() - (304 - n) * interval ''3 days'''));
create table bench_exam as
select row_number() over (order by id) as at, id, title, start_time from exam where id not in (select exam_id from bench_model);
analyze exam, bench_exam;
insert into exam_apply (exam_id, user_id, apply_msg, apply_time, audit_state)
select e.id, c.id, '申请', now() - c.at * interval '1 minute', case when c.at % 3 = 0 then 0 else 1 end
from bench_exam e join bench_candidate c on e.at in (303, 1 + c.at % 300) and c.at % 4 = 0;
insert into exam_override (exam_id, user_id, minutes, reason, update_time)
select e.id, c.id, 30, '加时', now() from bench_exam e join bench_candidate c on e.at = 303 and c.at % 20 = 0;
-- an exam for the people of two branches, of whom not all came
update exam set open_type = 2 where id = (select id from bench_exam where at = 301);
insert into exam_depart (exam_id, dept_code)
select e.id, d.dept_code from bench_exam e, sys_depart d where e.at = 301 and d.dept_name ~ '^分公司[1-5]$';
