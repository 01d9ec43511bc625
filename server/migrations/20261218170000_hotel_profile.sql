-- The hotel code of learners is asked for on sites of hotels only (docs/decisions/0191); sites that exist keep the setting that they had by
-- default.
insert into sys_config (key, data, update_time)
select 'site', '{"props": {"hotelProfile": true}}', now()
where exists (select from sys_user)
on conflict (key) do update
  set data = sys_config.data || jsonb_build_object('props', '{"hotelProfile": true}'::jsonb || coalesce(sys_config.data -> 'props', '{}'));
