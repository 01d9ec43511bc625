// The scoring settings of a sheet in English, as the Chinese ones that are read.

const names: [RegExp, string][] = [
  [/^missed$/, '漏选'],
  [/^fixed points$/, '固定分'],
  [/^option points$/, '选项分'],
  [/^penalty$/, '倒扣'],
  [/^pinned$/, '固定位置'],
  [/^picture ([a-z])$/, '图片$1'],
  [/^credit$/, '给分'],
  [/^order$/, '顺序'],
  [/^blank (\d+)$/, '第$1空'],
  [/^pair credit$/, '配对给分'],
  [/^reusable$/, '可重复'],
  [/^right order$/, '右侧顺序'],
  [/^keyword$/, '关键词'],
  [/^weight$/, '权重'],
]
const values: Record<string, Record<string, string>> = {
  漏选: { none: '不得分', half: '得一半', fixed: '得固定分', proportional: '按比例', 'per option': '按选项分', net: '净对数' },
  给分: { each: '每空', all: '全对' },
  顺序: { fixed: '固定', any: '不限' },
  配对给分: { 'per pair': '按对数', all: '全对' },
}
const ofBlank: [RegExp, string][] = [
  [/^normal$/, '普通'],
  [/^exact$/, '精确'],
  [/^contains$/, '包含'],
  [/^number$/, '数值'],
  [/^case-sensitive$/, '区分大小写'],
  [/^ignore case$/, '不分大小写'],
  [/^tolerance (.+)$/, '误差$1'],
  [/^points (.+)$/, '分值$1'],
]
const replaced = (all: [RegExp, string][], word: string) => {
  const found = all.find(([of]) => of.test(word))
  return found ? word.replace(found[0], found[1]) : word
}

/** A line `Name: value` in Chinese; any other line unchanged. */
export function scoreLine(line: string): string {
  const [, given = '', rest = ''] = /^\s*([A-Za-z][A-Za-z ]*?(?: \d+)?)\s*[:：]([\s\S]*)$/.exec(line) ?? []
  const name = replaced(names, given.toLowerCase())
  if (given === '' || name === given.toLowerCase()) return line
  const word = rest.trim().toLowerCase()
  if (name.startsWith('第'))
    return `${name}：${word
      .split(/[,，、]\s*/)
      .map((one) => replaced(ofBlank, one.trim()))
      .join('，')}`
  const letter = name.startsWith('图片') ? name.toUpperCase() : name
  return `${letter}：${values[name]?.[word] ?? rest}`
}
