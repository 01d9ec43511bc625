-- When a mobile number was bound. It is set in many places (registration, import, forms), so that the table itself records it.
set local lock_timeout = '5s';
alter table sys_user add column mobile_time timestamptz;
comment on column sys_user.mobile_time is 'when the present mobile number was bound; null where it was bound before this was recorded';

create function sys_user_mobile_time() returns trigger language plpgsql as $$
begin
  new.mobile_time := case when new.mobile is null then null else new.update_time end;
  return new;
end $$;
create trigger sys_user_mobile_bound before insert on sys_user
  for each row execute function sys_user_mobile_time();
create trigger sys_user_mobile_changed before update of mobile on sys_user
  for each row when (old.mobile is distinct from new.mobile) execute function sys_user_mobile_time();
