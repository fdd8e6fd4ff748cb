import type { AuditEntry } from '../../../../../client/index.ts'
import type { Detail } from '../../../../kit/text/detailRows.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import { when } from '../../parts/times.ts'

/** Subject of a change in one line. */
export function auditDetailText(detail: AuditEntry['detail']): string {
	const parts = Object.entries(detail).map(
		([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	)
	return safeText(parts.join('  '), 300)
}

/** All of a change. */
export function auditEntryRows(entry: AuditEntry): readonly Detail[] {
	return [
		['when', when(entry.at)],
		['who', safeText(entry.actor, 200)],
		['what', safeText(entry.action, 60)],
		...(entry.projectId === null ? [] : [['project', safeText(entry.projectId, 60)] as const]),
		...(entry.applicationId === null ? [] : [['application', safeText(entry.applicationId, 60)] as const]),
		...Object.entries(entry.detail).map(
			([name, value]): Detail => [
				safeText(name, 30),
				safeText(typeof value === 'string' ? value : JSON.stringify(value), 1_000),
			],
		),
	]
}
