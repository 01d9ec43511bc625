// Findings of the check of a sheet, and the choice of rows to import.
import { Alert, Flex, Radio, Table, Tag } from 'antd'
import { t } from '../i18n.ts'
import { Figures } from '../piece/Figures.tsx'
import { useMedia } from '../state/useMedia.ts'
import { type ImportReport, isWrong, remainingRows, type SheetProblem, wrongRows } from './import-types.ts'
import type { Choice } from './useImport.ts'

type Finding = SheetProblem & { key: string }

/** `warning`: the label of rows that are left out. On a phone the columns fit without scrolling. */
function columns(warning: string, narrow: boolean) {
  return [
    { title: t('行'), dataIndex: 'row', width: narrow ? 60 : 72, sorter: (one: Finding, other: Finding) => one.row - other.row },
    { title: t('列'), dataIndex: 'field', width: narrow ? 76 : 140, ellipsis: true },
    { title: t('问题'), dataIndex: 'msg', width: narrow ? 240 : 360, ellipsis: true },
    {
      title: t('级别'),
      dataIndex: 'level',
      width: 96,
      render: (_: unknown, one: Finding) => (isWrong(one) ? <Tag color="error">{t('错误')}</Tag> : <Tag color="warning">{warning}</Tag>),
    },
  ]
}

type ImportFindingsProps = { report: ImportReport; choice: Choice; onChoice: (choice: Choice) => void }

export function ImportFindings({ report, choice, onChoice }: ImportFindingsProps) {
  const narrow = useMedia('(max-width: 640px)')
  const wrong = wrongRows(report.errors)
  const findings = report.errors.map((one, index) => ({ ...one, key: String(index) }))
  return (
    <Flex vertical gap="middle">
      <Figures
        items={[
          ...(report.total === undefined ? [] : [{ label: t('总行数'), value: report.total }]),
          ...(report.valid === undefined ? [] : [{ label: t('可导入'), value: remainingRows(report, choice.duplicates) }]),
          { label: t('错误行'), value: wrong },
          ...(report.duplicated === undefined ? [] : [{ label: t('重复'), value: report.duplicated }]),
        ]}
      />
      {findings.length === 0 ? (
        <Alert type="success" showIcon title={t('检查通过，没有发现问题')} />
      ) : (
        <Table
          virtual
          size="small"
          columns={columns(report.duplicated === undefined ? t('提示') : t('重复'), narrow)}
          dataSource={findings}
          pagination={false}
          scroll={{ x: narrow ? 472 : 668, y: 260 }}
        />
      )}
      {wrong > 0 && (
        <Radio.Group
          aria-label={t('导入方式')}
          value={choice.mode}
          onChange={(event) => onChoice({ ...choice, mode: event.target.value as Choice['mode'] })}
          options={[
            { value: 'all', label: t('全部正确才导入') },
            { value: 'valid', label: t('只导入正确的行'), disabled: report.valid === 0 },
          ]}
        />
      )}
      {(report.duplicated ?? 0) > 0 && (
        <Radio.Group
          aria-label={t('重复数据')}
          value={choice.duplicates}
          onChange={(event) => onChoice({ ...choice, duplicates: event.target.value as Choice['duplicates'] })}
          options={[
            { value: 'skip', label: t('跳过重复数据') },
            { value: 'keep', label: t('重复数据也导入') },
          ]}
        />
      )}
    </Flex>
  )
}
