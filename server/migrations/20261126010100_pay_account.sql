-- Merchant accounts were stored twice: in pay_config, which was used, and as providers of type pay, which were not. sys_prop holds them from
-- now on (docs/decisions/0043); pay_config is dropped by a later release.
drop index sys_prop_active;
-- several ways to pay are open at once
create unique index sys_prop_active on sys_prop (type) where active and type <> 'pay';

update sys_prop set active = false where type = 'pay' and active;

insert into sys_prop (type, provider, data, active, update_time)
select 'pay', name, data, enabled, update_time from pay_config
on conflict (type, provider) do update
  -- an empty account that was never filled in leaves the settings that were saved as a provider
  set data = case when excluded.data = '{}' then sys_prop.data else excluded.data end,
    active = excluded.active,
    update_time = excluded.update_time;

comment on table sys_prop is 'Settings of providers (storage, SMS, face, live, payment, sign-in, hotel) by type and provider; secrets are sealed.';
comment on table pay_config is 'No longer used: merchant accounts are providers of type pay in sys_prop.';
