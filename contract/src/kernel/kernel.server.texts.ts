// What the server refuses and reports, by key. English stands beside it in kernel.server.texts.en.ts.
import { speaker } from './message.ts'

export const kernelServerTexts = {
  peopleGone: '有人员不存在，请重新选择',
  columnTwice: '“{{column}}”列重复',
  columnsMissing: '缺少{{columns}}列',
  archiveBroken: '文件已损坏、没有传完，或展开后过大',
  orderUnknown: '不能按 {{column}} 排序',
  columnUnknown: '无法识别的列，其内容不会导入',
  fileTooComplex: '文件过于复杂，{{seconds}}秒内未能读完，请分批导入',
  formulaWithoutValue: '公式没有保存计算结果，请用 Excel 或 WPS 打开文件并保存后再上传',
  fileLocked: '文件设有打开密码，请去掉密码后再上传',
  filePdf: '不能读取 PDF 文件，请用 Word 或 WPS 打开后另存为 .docx 再上传',
  fileRtf: '不能读取 RTF 文件，请用 Word 或 WPS 打开后另存为 .docx 再上传',
  fileRar: '不能读取 RAR 和 7z 压缩包，请改用 zip',
  fileOds: '不能读取 ODS 文件，请用 Excel 或 WPS 打开后另存为 .xlsx 再上传',
  fileOdt: '不能读取 ODT 文件，请用 Word 或 WPS 打开后另存为 .docx 再上传',
  uploadCutOff: '文件没有传完，请重新上传',
  uploadNoRoom: '服务器磁盘空间不足，请联系管理员',
  aliyunStsStrange: '阿里云 STS 的回复无法识别',
  directoryOfSystem: '该目录属于系统或本服务的其他数据，不能存放上传的文件，请填写专用的目录',
  directoryOfOthers: '该目录中有上传文件以外的内容，请填写空目录或原有的上传目录',
  directoryUnwritable: '存储目录不可写，请检查存储配置',
  tencentStsStrange: '腾讯云 STS 的回复无法识别',
  formulaError: '单元格中的公式出错（{{error}}）',
  fileDoc: '这是旧版 Word 文件（.doc），请用 Word 或 WPS 打开后另存为 .docx 再上传',
  fileXls: '这是旧版 Excel 文件（.xls），请用 Excel 或 WPS 打开后另存为 .xlsx 再上传',
  fileOldOffice: '这是旧版 Office 文件，请用 Office 或 WPS 打开后另存为 .xlsx 或 .docx 再上传',
  fileXlsb: '这是 Excel 二进制工作簿（.xlsb），请用 Excel 或 WPS 打开后另存为 .xlsx 再上传',
  fileEmpty: '文件是空的，请检查后重新上传',
  sheetHeaderProblem: '表头与模板不一致，请下载最新模板：{{problem}}',
  aliyunStsRefused: '阿里云 STS 拒绝了请求（{{reason}}），请检查存储配置',
  tencentStsRefused: '腾讯云 STS 拒绝了请求（{{reason}}），请检查存储配置',
  storageRefusedFor: '云存储服务拒绝了请求（{{reason}}），请检查存储配置',
  unknownPath: '接口地址错误，请联系管理员。',
} as const

export const sayServer = speaker(kernelServerTexts)
