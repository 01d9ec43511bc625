-- Messages and the trails: tickets for every socket, short messages that are handed over one by one, indexes for search.
alter table paper_ticket rename to sys_ticket;
alter index paper_ticket_pkey rename to sys_ticket_pkey;
alter index paper_ticket_expire rename to sys_ticket_expire;

alter table notify_log
  -- how often it was offered to its provider
  add column tries smallint not null default 0,
  -- state sending: since when somebody is handing it over; state waiting: not to be offered before then
  add column claim_time timestamptz;
create index notify_log_batch on notify_log (batch);
create index notify_log_sending on notify_log (claim_time) where state = 'sending';
create index notify_log_state on notify_log (state, create_time desc);

-- whom the trail knows by name alone: people who are gone, accounts that never were
create index sys_log_name on sys_log (user_name, create_time desc);
create index sys_login_log_name on sys_login_log (user_name, create_time desc);
