-- Until now nothing removed the pictures of exams. A site that has some keeps them until its administrator says for how long;
-- a new site removes them after 180 days.
insert into sys_config (key, data, update_time)
select 'face', '{"examKeepDays": 3650}'::jsonb, now() where exists (select from paper_event where url <> '')
on conflict (key) do update set data = '{"examKeepDays": 3650}'::jsonb || sys_config.data;
