// The people of a learning path against its things.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { MOST_MATRIX_ROWS, pathProgress, type PathProgress, pathStat } from '@shuyuan/contract/path/stat.ts'
import { pathItemKind } from '@shuyuan/contract/path/stage.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Flex, Input, Pagination, Select, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import panelStyles from '../../../kernel/plain/panel.module.css'
import { useMedia } from '../../../kernel/state/useMedia.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import styles from './path-stat.module.css'

type Row = RowOf<typeof pathStat.matrix>
const sizes = [20, 50, 100, MOST_MATRIX_ROWS]
const NAME = { wide: 190, narrow: 120 }
const CELL = 120
const shown = Object.keys(pathProgress) as PathProgress[]

const Cell = ({ state }: { state: 'done' | 'overdue' | undefined }) => (
  <span className={styles.cell} data-state={state ?? 'none'}>
    {state === 'done' ? t('已完成') : state === 'overdue' ? t('已逾期') : t('未完成')}
  </span>
)

export function PathMatrix({ asked }: { asked: { id: string; deptCode?: string } }) {
  const [page, setPage] = useState({ current: 1, size: sizes[0]! })
  const [filter, setFilter] = useState<{ realName?: string; progress?: PathProgress }>({})
  const narrow = useMedia('(max-width: 640px)')
  const { data, error, refetch, isFetching } = useCall(
    pathStat.matrix,
    { ...page, params: { ...asked, ...filter } },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const choose = (part: typeof filter) => {
    setPage((before) => ({ ...before, current: 1 }))
    setFilter(part)
  }
  const nameWidth = narrow ? NAME.narrow : NAME.wide
  const columns: TableColumnsType<Row> = [
    {
      title: t('学员'),
      width: nameWidth,
      fixed: 'left',
      render: (_value, row) => (
        <>
          <b>{row.realName}</b> {row.percent}%
          <br />
          <small>{row.deptName}</small>
        </>
      ),
    },
    ...(data?.items ?? []).map((item, at) => ({
      key: String(at),
      width: CELL,
      align: 'center' as const,
      title: `${tLabel(pathItemKind[item.kind])} · ${item.title}`,
      render: (_value: unknown, row: Row) => <Cell state={row.cells[at]} />,
    })),
  ]
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" />
  return (
    <div className={styles.stat}>
      <Flex gap="small" wrap>
        <Input.Search
          allowClear
          className={styles.filter}
          aria-label={t('姓名')}
          placeholder={t('姓名')}
          onSearch={(name) =>
            choose({ ...(filter.progress ? { progress: filter.progress } : {}), ...(name.trim() === '' ? {} : { realName: name.trim() }) })
          }
        />
        <Select<PathProgress | ''>
          className={styles.filter}
          aria-label={tLabel('进度')}
          value={filter.progress ?? ''}
          options={[{ value: '', label: t('全部进度') }, ...shown.map((one) => ({ value: one, label: tLabel(pathProgress[one]) }))]}
          onChange={(progress) =>
            choose({ ...(filter.realName ? { realName: filter.realName } : {}), ...(progress === '' ? {} : { progress }) })
          }
        />
      </Flex>
      <div
        className={classes(panelStyles.panel, styles.matrix)}
        // few things do not stretch over the whole page
        style={{ maxInlineSize: nameWidth + 2 * CELL * Math.max(1, data.items.length) }}
      >
        <Table<Row>
          size="small"
          rowKey="userId"
          loading={isFetching}
          columns={columns}
          dataSource={data.records}
          pagination={false}
          scroll={{ x: nameWidth + CELL * data.items.length }}
          locale={{ emptyText: <PageEmpty /> }}
        />
      </div>
      <Pagination
        align="end"
        showSizeChanger
        pageSizeOptions={sizes}
        current={page.current}
        pageSize={page.size}
        total={data.total}
        onChange={(current, size) => setPage({ current: size === page.size ? current : 1, size })}
      />
    </div>
  )
}
