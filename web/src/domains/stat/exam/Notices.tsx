// Notifications that name the exam in their title.
import { notifyLog } from '@shuyuan/contract/notify/log.ts'
import { t } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

export const Notices = ({ title }: { title: string }) => (
  <ListPage
    of={notifyLog.paging}
    fixedParams={{ title }}
    search={['realName', 'state']}
    columns={[
      { name: 'createTime', width: 180 },
      { name: 'title', ellipsis: true },
      { name: 'realName', width: 120 },
      { name: 'channel_dictText', width: 110 },
      { name: 'state_dictText', width: 110 },
      { name: 'createBy_dictText', width: 120 },
    ]}
    empty={{ text: t('还没有关于本场考试的通知') }}
  />
)
