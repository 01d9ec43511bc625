-- What a vendor's approved short-message template is filled with: numbers and values, in the order in which the text names them.
alter table notify_log
  add column sms_template text not null default '',
  add column param_names text[] not null default '{}',
  add column params text[] not null default '{}';
