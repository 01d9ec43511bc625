// Rosters of a learning platform: its courses, and the members of one.
import { ltiMemberState, ltiRoster, ltiRosterProblems } from '@shuyuan/contract/integrate/lti.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Can } from '../../kernel/access/Can.tsx'
import { useCommand } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { Tag } from '../../kernel/piece/Tag.tsx'
import { ListPage } from '../../shared/ListPage.tsx'

type Row = RowOf<typeof ltiRoster.paging>

const tones = { present: 'plain', added: 'good', gone: 'warn' } as const

function Members({ of, onClose }: { of: Row | undefined; onClose: () => void }) {
  return (
    <Drawer open={of !== undefined} onClose={onClose} title={of?.title} size="min(900px, 100%)">
      {of && (
        <ListPage
          of={ltiRoster.members}
          inUrl={false}
          fixedParams={{ contextId: of.id }}
          search={['name', 'state']}
          columns={[
            { name: 'name', width: 140, ellipsis: true, sortable: true },
            {
              name: 'state',
              width: 130,
              render: ({ state }) => <Tag tone={tones[state]}>{tLabel(ltiMemberState[state])}</Tag>,
            },
            {
              id: 'role',
              title: '在平台的身份',
              width: 140,
              render: ({ teaches, active }) => [t(teaches ? '平台的教师' : '平台的学员'), ...(active ? [] : [t('平台已暂停')])].join(' · '),
            },
            { name: 'userName', width: 200, ellipsis: true },
            { name: 'firstTime', width: 172, sortable: true },
            { name: 'goneTime', width: 172 },
          ]}
          empty={{ hint: t('还没有读取过名单') }}
        />
      )}
    </Drawer>
  )
}

/** @param platform whose courses are shown; undefined: closed */
export function LtiRosters({ platform, onClose }: { platform: { id: string; title: string } | undefined; onClose: () => void }) {
  const [shown, setShown] = useState<Row>()
  const read = useCommand(ltiRoster.read, { refresh: [ltiRoster.paging, ltiRoster.members] })
  const readNow = async ({ id }: Row) => {
    const { problem, ...counted } = await read.mutateAsync({ id })
    if (problem === null) notify.success(t('名单 {{people}} 人，新增 {{added}} 人，离开 {{gone}} 人，新开账号 {{accounts}} 个', counted))
    else notify.warning(tLabel(ltiRosterProblems[problem]))
  }
  return (
    <>
      <Drawer open={platform !== undefined} onClose={onClose} title={platform?.title} size="min(1080px, 100%)">
        {platform && (
          <ListPage
            of={ltiRoster.paging}
            inUrl={false}
            fixedParams={{ platformId: platform.id }}
            search={['title']}
            columns={[
              { name: 'title', width: 200, ellipsis: true, sortable: true },
              { name: 'people', width: 100, align: 'right' },
              { name: 'added', width: 90, align: 'right' },
              { name: 'gone', width: 100, align: 'right' },
              { name: 'accounts', width: 110, align: 'right' },
              { name: 'readTime', width: 172, sortable: true },
              {
                name: 'problem',
                width: 200,
                render: ({ problem, problemDetail }) =>
                  problem && (
                    <>
                      {tLabel(ltiRosterProblems[problem])}
                      <br />
                      <small>{problemDetail}</small>
                    </>
                  ),
              },
            ]}
            actionsWidth={160}
            actions={(row) => (
              <>
                <Button type="link" size="small" onClick={() => setShown(row)}>
                  {t('成员')}
                </Button>
                <Can permit="integrate:lti:update">
                  <Button
                    type="link"
                    size="small"
                    loading={read.isPending && read.variables?.id === row.id}
                    onClick={() => void readNow(row)}
                  >
                    {t('读取名单')}
                  </Button>
                </Can>
              </>
            )}
            empty={{ hint: t('平台的人从一门课程打开本站的链接后，这门课程出现在这里') }}
          />
        )}
      </Drawer>
      <Members of={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
