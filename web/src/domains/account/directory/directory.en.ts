// English for the directory sync.

import type { Catalogue, KeysOf } from '../../../kernel/i18n.ts'

export const directoryEn = {
  '、': ', ',
  '值是部门名称，多级之间用 / 分隔，如 一部/一组': 'The names of departments, divided by /, as Unit 1/Team 1',
  去设置: 'Set it up',
  '只有符合条件的用户才会同步；不再符合条件的账号会被停用':
    'Only people whom the filter finds are synced; accounts that it no longer finds are disabled',
  '如 uid，活动目录用 sAMAccountName；姓名和唯一标识使用目录账号登录中的属性':
    'As uid, or sAMAccountName in Active Directory; name and identifier are those of the sign-in by the directory',
  '将新增 {{add}} 个账号，停用 {{disable}} 个账号。目录若已变化则不会执行，而是给出新的结果。':
    '{{add}} {{add, account/accounts}} will be added and {{disable}} disabled. If the directory has changed, nothing is carried out and you get the new result.',
  已开始执行: 'Started',
  已开始预演: 'Dry run started',
  执行: 'Carry out',
  '每天 4:23 执行；设置变化后须先由管理员执行一次':
    'At 4:23 every night; after a change of settings an administrator first carries a dry run out',
  '每天 4:23 自动同步。': 'Synced every night at 4:23.',
  没有变化: 'No changes',
  '没有开启每晚自动同步。先预演，核对后再执行。': 'Not synced at night. Make a dry run, check it, then carry it out.',
  没有这次同步的记录: 'There is no such run',
  '留空则不同步；目录中没有值时保留原来的值': 'Not synced when empty; where the directory has no value, the present one stays',
  '目录中 {{entries}} 人，同步前 {{accounts}} 个账号':
    '{{entries}} {{entries, person/people}} in the directory, {{accounts}} {{accounts, account/accounts}} before',
  '目录中的部门建在这个部门之下，留空为最上级部门': 'Departments of the directory stand below it; empty: below the top department',
  '目录同步使用“第三方登录”中的目录账号服务，请先启用它。':
    'The sync uses the directory of the third-party sign-in, which is not set up yet.',
  要停用的账号超过这个比例时整次同步不执行: 'When more accounts would be disabled, nothing of the run is carried out',
  返回目录同步: 'Back to the directory sync',
  '这些设置还没有执行过，每晚只预演。请先预演，核对后执行一次。':
    'These settings were not carried out yet, so the night makes dry runs only. Make one, check it, and carry it out.',
  预演: 'Dry run',
  '预演会列出将要新增、修改、调动和停用的账号，不修改任何账号':
    'A dry run lists which accounts would be added, changed, moved and disabled, and changes none',
} satisfies Catalogue

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof directoryEn> {}
}
