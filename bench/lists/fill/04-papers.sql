-- Papers in the order of their start. Each candidate has two on average, the measured learner one in 700.
create table bench_paper as
select e.id as exam_id, e.at as exam, e.title, c.id as user_id, n,
  case when e.at = 302 then 1 when e.at = 303 then 0 when n % 90 = 1 then 3 else 2 end as state,
  e.start_time + case when e.at > 300 then n % 50 * interval '1 minute' else n % 4300 * interval '1 minute' end as start_time,
  1000 + pg_temp.spread(n, 104729, 181) * 50 as score
from generate_series(1, pg_temp.size('papers')) n
join bench_exam e on e.at = case when n % 10 = 0 then 301 when n % 50 = 1 then 302 when n % 100 = 2 then 303 else 1 + pg_temp.spread(n, 7919, 300) end
join (select at, id from bench_candidate union all select -1, id from sys_user where user_name = 'learner') c
  on c.at = case when n % 700 = 3 then -1 else pg_temp.spread(n, 15485863, pg_temp.size('people')) end;
analyze bench_paper;
-- an open paper is the only one of its candidate in the exam
delete from bench_paper p using bench_paper o where p.state = 0 and o.state = 0 and p.exam_id = o.exam_id and p.user_id = o.user_id and p.n > o.n;
select pg_temp.copy_rows('paper',
  'bench_paper p join bench_model b on b.kind = case when p.state = 1 then ''marking'' else ''done'' end join paper m on m.id = b.paper_id', jsonb_build_object(
  'exam_id', 'p.exam_id', 'user_id', 'p.user_id', 'title', 'p.title', 'state', 'p.state', 'seed', 'p.n',
  'ex_state', 'case when p.n % 25 = 4 then 1 when p.n % 100 = 5 then 2 else 0 end',
  'start_time', 'p.start_time', 'create_time', 'p.start_time', 'deadline_at', 'case when p.state = 0 then now() + interval ''400 days'' else p.start_time + interval ''60 minutes'' end',
  'hand_time', 'case when p.state > 0 then p.start_time + (10 + p.n % 50) * interval ''1 minute'' end',
  'finish_time', 'case when p.state > 0 then p.start_time + interval ''1 hour'' end',
  'receipt_no', 'case when p.state > 0 then ''R'' || p.n end', 'live_session', '''s'' || p.n',
  'last_seen', 'case when p.state = 0 then now() else p.start_time + interval ''10 minutes'' end',
  'marks', 'case when p.state > 0 then m.marks end', 'review_laid', 'true', 'finish_due', 'false', 'tell_due', 'false', 'grading_needed', 'false',
  'score', 'case when p.state = 2 then p.score end', 'obj_score', 'case when p.state = 2 then p.score end',
  'subj_score', 'case when p.state = 2 then 0 end', 'passed', 'case when p.state = 2 then p.score >= 6000 end',
  'flag_times', 'case when p.n % 40 = 6 then 1 + p.n % 3 else 0 end'), 'order by p.start_time, p.n');
create table bench_made as select p.id, p.exam_id, p.user_id, p.state, p.hand_time, p.seed as n, p.score from paper p where p.id not in (select paper_id from bench_model);
create unique index on bench_made (id);
analyze bench_made, paper;

insert into paper_answer (paper_id, qu_id, session, seq, answer, complete, saved_at)
select p.id, q.qu_id, 's', 1, answers.list[1 + (p.n + q.at) % 4], true, coalesce(p.hand_time, now())
from bench_made p join bench_model b on b.kind = case when p.state = 1 then 'marking' else 'done' end
cross join lateral (select (key ->> 'quId')::bigint as qu_id, row_number() over () as at from paper m, jsonb_array_elements(m.keys) key where m.id = b.paper_id) q,
  (select array['{"tags":["A"]}', '{"tags":["B"]}', '{"tags":["C"]}', '{"tags":["D"]}']::jsonb[] as list) answers;

insert into paper_item (paper_id, exam_id, version, items, maxes, scores, states, picks, rights)
select p.id, p.exam_id, m.version, i.items, i.maxes, r.scores, r.states, r.picks, i.rights
from bench_made p join bench_model b on b.kind = 'done' join paper m on m.id = b.paper_id join paper_item i on i.paper_id = m.id
cross join lateral (
  select array_agg(case when good then 200 else 0 end order by at) as scores, array_agg(case when good then 'r' else 'w' end order by at) as states,
    array_agg(case when good then i.rights[at] else (array['B', 'C', 'D'])[1 + (p.n + at) % 3] end order by at) as picks
  from (select at, (p.n * 31 + at * 17 + at * p.n % 13) % 100 < p.score / 100 as good from generate_series(1, cardinality(i.items)) at) one) r
where p.state = 2;

insert into paper_review_task (exam_id, paper_id, leaf, role)
select p.exam_id, p.id, mark ->> 'quId', 1
from bench_made p join bench_model b on b.kind = 'marking' join paper m on m.id = b.paper_id
cross join lateral jsonb_array_elements(m.marks -> 'marks') mark where p.state = 1 and mark ->> 'state' = 'pending';

insert into paper_event (paper_id, event_id, kind, seconds, create_time)
select p.id, 'e' || i, 'leave', 10, coalesce(p.hand_time, now()) from bench_made p, generate_series(1, 5) i where p.n % 10 < 2;
insert into paper_session (id, paper_id, user_id, create_time) select 's' || n, id, user_id, coalesce(hand_time, now()) from bench_made where n % 10 < 2;
insert into paper_late (paper_id, qu_id, session, seq, answer, reason, received_at, deadline_at)
select p.id, 1, 's', 1, '{"tags":["A"]}', 'late', p.hand_time, p.hand_time from bench_made p where p.n % 40 = 7 and p.state > 0;
insert into paper_fix (exam_id, qu_id, how, reason, live, create_by, create_time, done, papers, changed)
select e.id, n, 'full', '多个正确答案', false, 1, now() - n * interval '1 hour', true, 100, 50 from bench_exam e, generate_series(1, 3) n;
insert into paper_fix_log (fix_id, paper_id, old_score, new_score, old_total, new_total, create_time)
select f.id, p.id, 100, 200, 5000, 5100, now() from paper_fix f join bench_exam e on e.id = f.exam_id and e.at = 301 join bench_made p on p.exam_id = e.id and p.state = 2;
insert into book_paper (paper_id, user_id) select id, user_id from bench_made where state = 2;
insert into book_qu (user_id, exam_id, repo_id, qu_id, create_time, update_time)
select p.user_id, p.exam_id, q.repo_id, q.qu_id, p.hand_time, p.hand_time
from bench_made p cross join lateral (
  select qu.repo_id, qu.id as qu_id, row_number() over () as at from bench_model b join paper m on m.id = b.paper_id and b.kind = 'done',
    jsonb_array_elements(m.keys) key join qu on qu.id = (key ->> 'quId')::bigint) q
where p.state = 2 and (q.at + p.n) % 10 < 2 on conflict do nothing;
drop table bench_paper, bench_made;
