-- Sign-in sessions of the back office end after idle time and after a working day; a ticket names the session that its socket belongs to.
alter table sys_session add column idle_until timestamptz;
alter table sys_session add column keep_until timestamptz;
alter table sys_session add column factor_passed boolean not null default false;
comment on column sys_session.idle_until is 'End of a back-office session without further activity; null for a learner.';
comment on column sys_session.keep_until is 'Until then a back-office session still serves calls that every signed-in user may make, because its user holds a paper.';
comment on column sys_session.factor_passed is 'Whether the second factor was passed in this session.';
alter table sys_ticket add column session_id bigint;
comment on column sys_ticket.session_id is 'The session that requested the ticket; its socket closes when that session ends.';

-- sessions that are in use get a last working day instead of up to seven
update sys_session set expire_time = now() + interval '12 hours', idle_until = now() + interval '30 minutes'
where ended is null and expire_time > now() + interval '12 hours'
  and user_id in (select id from sys_user where role_type = 2);
