-- A new site is asked what it is (docs/decisions/0199); sites that exist keep their settings and are not asked.
insert into sys_config (key, data, update_time)
select 'site', '{"props": {"siteKind": "none"}}', now()
where exists (select from sys_user)
on conflict (key) do update
  set data = sys_config.data || jsonb_build_object('props', '{"siteKind": "none"}'::jsonb || coalesce(sys_config.data -> 'props', '{}'));
