// One audit row: user, address, input and changed fields.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import type { log } from '@shuyuan/contract/site/log/log.ts'
import { Descriptions, Drawer } from 'antd'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { Tag, type Tone } from '../../../kernel/piece/Tag.tsx'
import { type Change, changesOf } from './log-diff.ts'
import styles from './log.module.css'

type Row = RowOf<typeof log.paging>

const kinds: Record<Change['kind'], [text: PlainText, tone: Tone]> = {
  added: ['新增', 'good'],
  removed: ['移除', 'bad'],
  changed: ['变更', 'warn'],
  same: ['未变', 'plain'],
}

function Diff({ changes }: { changes: Change[] }) {
  return (
    <table className={styles.logDiff}>
      <thead>
        <tr>
          <th scope="col">{t('字段')}</th>
          <th scope="col">{t('修改前')}</th>
          <th scope="col">{t('修改后')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((one) => (
          <tr key={one.field} data-kind={one.kind}>
            <th scope="row">
              <code>{one.field}</code>
              <Tag tone={kinds[one.kind][1]}>{t(kinds[one.kind][0])}</Tag>
            </th>
            <td>{one.kind === 'changed' || one.kind === 'removed' ? <del>{one.before}</del> : one.before}</td>
            <td>{one.kind === 'changed' || one.kind === 'added' ? <ins>{one.after}</ins> : one.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function LogDrawer({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const changes = row ? changesOf(row.before, row.after) : []
  const who = row && (row.realName === '' ? row.userName : `${row.realName}（${row.userName}）`)
  return (
    <Drawer open={row !== undefined} onClose={onClose} title={row?.title} size={760}>
      {row && (
        <>
          <Descriptions
            size="small"
            column={1}
            items={[
              { key: 'who', label: t('操作人'), children: who },
              ...(row.apiToken === '' ? [] : [{ key: 'token', label: t('接口令牌'), children: row.apiToken }]),
              { key: 'time', label: t('时间'), children: row.createTime },
              { key: 'path', label: t('接口'), children: <code>{row.path}</code> },
              { key: 'ip', label: t('IP 地址'), children: row.ip },
              { key: 'agent', label: t('客户端'), children: row.userAgent || '—' },
            ]}
          />
          {changes.length > 0 && (
            <>
              <h3 className={styles.logHeading}>{t('修改内容')}</h3>
              <Diff changes={changes} />
            </>
          )}
          <h3 className={styles.logHeading}>{t('请求内容')}</h3>
          {/* a scrollable region must be reachable by keyboard */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={styles.logJson} tabIndex={0}>
            {JSON.stringify(row.input, null, 2)}
          </pre>
        </>
      )}
    </Drawer>
  )
}
