-- Orders and counts that read rows although an index can answer them.
set local lock_timeout = '5s';

create index if not exists notify_log_newest on notify_log (create_time desc, id desc) include (user_id);
drop index if exists notify_log_time;
create index if not exists notify_log_by_state on notify_log (state, create_time desc, id desc) include (user_id);
drop index if exists notify_log_state;
create index if not exists sys_login_log_newest on sys_login_log (create_time desc, id desc);
drop index if exists sys_login_log_time;
create index if not exists sys_login_log_refused on sys_login_log (create_time desc, id desc) where not success;
create index if not exists sys_sms_log_state on sys_sms_log (state, id desc);
create index if not exists sys_sms_log_type on sys_sms_log (sms_type, id desc);
create index if not exists sys_real_name_grams on sys_real using gin (sys_grams(real_name));
create index if not exists pay_order_price on pay_order (price, id);
create index if not exists pay_order_paid on pay_order (pay_time, id);
