// Ready layouts to begin with.
import type { Layout, LayoutItem } from './layout.ts'

const item = (given: Partial<LayoutItem> & Pick<LayoutItem, 'type' | 'x' | 'y' | 'w' | 'h'>): LayoutItem => ({
  text: '',
  size: 16,
  bold: false,
  align: 'center',
  color: '#1f2329',
  spacing: 0,
  url: '',
  ...given,
})

const honour: Layout = {
  shape: 'landscape',
  background: '',
  items: [
    item({ type: 'rect', x: 10, y: 10, w: 277, h: 190, color: '#b8860b' }),
    item({ type: 'rect', x: 12.5, y: 12.5, w: 272, h: 185, color: '#e3c77a' }),
    item({ type: 'text', x: 28, y: 30, w: 241, h: 22, text: '{{certTitle}}', size: 40, bold: true, color: '#8a5a00', spacing: 6 }),
    item({ type: 'text', x: 48, y: 68, w: 201, h: 14, text: '{{realName}}', size: 28, bold: true, spacing: 2 }),
    item({ type: 'line', x: 108, y: 84, w: 81, h: 0.3, color: '#8a5a00' }),
    item({ type: 'text', x: 48, y: 92, w: 201, h: 30, text: '{{courseTitle}}{{examTitle}}考核合格，特发此证，以资证明。', size: 18 }),
    item({
      type: 'text',
      x: 28,
      y: 148,
      w: 130,
      h: 26,
      text: '编号：{{certNo}}\n有效期至：{{expireDate}}',
      size: 11,
      align: 'left',
      color: '#646a73',
    }),
    item({ type: 'text', x: 150, y: 148, w: 80, h: 26, text: '{{authority}}\n{{issueDate}}', size: 14, align: 'center' }),
    item({ type: 'qr', x: 240, y: 148, w: 28, h: 28 }),
  ],
}

const training: Layout = {
  shape: 'portrait',
  background: '',
  items: [
    item({ type: 'rect', x: 12, y: 12, w: 186, h: 273, color: '#1d4f91' }),
    item({ type: 'text', x: 20, y: 36, w: 170, h: 18, text: '{{certTitle}}', size: 32, bold: true, color: '#1d4f91', spacing: 4 }),
    item({ type: 'photo', x: 85, y: 66, w: 40, h: 56 }),
    item({ type: 'text', x: 30, y: 132, w: 150, h: 12, text: '{{realName}}', size: 24, bold: true }),
    item({
      type: 'text',
      x: 30,
      y: 152,
      w: 150,
      h: 40,
      text: '参加{{courseTitle}}{{examTitle}}，学习期满，成绩合格，准予结业。',
      size: 16,
      align: 'left',
    }),
    item({
      type: 'text',
      x: 30,
      y: 206,
      w: 90,
      h: 30,
      text: '证书编号：{{certNo}}\n所在部门：{{deptName}}\n有效期至：{{expireDate}}',
      size: 11,
      align: 'left',
    }),
    item({ type: 'qr', x: 148, y: 204, w: 30, h: 30 }),
    item({ type: 'text', x: 100, y: 246, w: 80, h: 22, text: '{{authority}}\n{{issueDate}}', size: 14, align: 'right' }),
  ],
}

const plain: Layout = {
  shape: 'landscape',
  background: '',
  items: [
    item({ type: 'text', x: 28, y: 40, w: 241, h: 20, text: '{{certTitle}}', size: 36, bold: true }),
    item({ type: 'text', x: 48, y: 82, w: 201, h: 40, text: '兹证明 {{realName}} 已取得本证书。', size: 20 }),
    item({ type: 'text', x: 28, y: 160, w: 140, h: 20, text: '编号：{{certNo}}', size: 11, align: 'left' }),
    item({ type: 'text', x: 180, y: 156, w: 60, h: 24, text: '{{authority}}\n{{issueDate}}', size: 13 }),
    item({ type: 'qr', x: 244, y: 152, w: 26, h: 26 }),
  ],
}

export const presets = { honour, training, plain }
export const presetTitles = { honour: '荣誉证书', training: '结业证书', plain: '简洁证书' } as const
