-- Merchant accounts are providers of type pay since 20261126010100. The table of before still held their keys in clear text; the released
-- program no longer names it.
drop table pay_config;
