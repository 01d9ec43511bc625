// Numbers of persons are taken out, other numbers stay.
import { expect, test } from 'vitest'
import { scrubbed } from './scrub.rules.ts'

test.each([
  ['联系 13812345678。', '联系 【手机号】。'],
  ['+86 138-1234-5678', '【手机号】'],
  ['wang.x@mail.example.com', '【邮箱】'],
  ['证号11010119900307803X', '证号【身份证号】'],
  ['卡号 6222 0212 3456 7890 129', '卡号 6222 0212 3456 7890 129'],
  ['卡号4111111111111111', '卡号【卡号】'],
  ['编号 11010119900307771X', '编号 11010119900307771X'],
  ['中心温度70℃，2026年11月27日', '中心温度70℃，2026年11月27日'],
  ['合同号 12345678901', '合同号 12345678901'],
])('%s', (given, wanted) => expect(scrubbed(given)).toBe(wanted))
