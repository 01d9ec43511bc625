-- The orders of one course, exam or bank, newest first: a tab of the course's page.
create index if not exists pay_order_of_goods on pay_order (goods_type, goods_id, id desc);
