// Back office: exports all papers that match the list's filters, and opens the list of files.
import { DownOutlined, ExportOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import type { Params } from '../../../../kernel/list/list-query.ts'
import type { Exporter } from './useExporter.ts'

type ExportMenuProps = { exporter: Exporter; params: Params }

export function ExportMenu({ exporter, params }: ExportMenuProps) {
  const items = [
    { key: 'sheet', label: t('导出成绩表（Excel）'), onClick: () => void exporter.start({ kind: 'sheet', params }) },
    { key: 'answers', label: t('导出逐题作答与得分（Excel）'), onClick: () => void exporter.start({ kind: 'answers', params }) },
    { key: 'zip', label: t('打包全部答卷（PDF）'), onClick: () => void exporter.start({ kind: 'zip', params }) },
    { type: 'divider' as const },
    { key: 'list', label: t('导出任务'), onClick: () => exporter.setOpen(true) },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<ExportOutlined />} loading={exporter.busy}>
        {t('导出')} <DownOutlined />
      </Button>
    </Dropdown>
  )
}
