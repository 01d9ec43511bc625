-- The local provider wrote codes into the log of messages, where callers with sys:sms:list could read them.
update sys_sms_log set content = regexp_replace(content, '\d{6}', '******', 'g')
where provider = 'local' and sms_type <> 'notify' and content ~ '\d{6}';
