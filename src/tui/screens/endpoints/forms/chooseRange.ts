import type { TuiApp } from '../../../app/TuiApp.ts'
import { Form } from '../../../kit/overlays/Form.tsx'
import type { StatisticsRange } from '../parts/StatisticsRange.ts'

/** Longest range the service reads. */
const mostDays = 400
const dayMs = 86_400_000

/** Asks for the first and the last day, both included, in UTC. */
export function chooseRange(app: TuiApp, present: StatisticsRange, chosen: (range: StatisticsRange) => void): void {
	const form: Form = new Form(app, {
		title: 'Statistics of which days',
		action: 'show',
		fields: [
			{ id: 'from', label: 'first day', kind: 'text', initial: day(present.from), validate: dayProblem },
			{
				id: 'to',
				label: 'last day',
				kind: 'text',
				initial: day(present.to - 1),
				validate: (value) => {
					const days = (Date.parse(value) - Date.parse(form.field('from')?.value ?? '')) / dayMs
					if (dayProblem(value) !== undefined) return dayProblem(value)
					if (days < 0) return 'not before the first day'
					return days >= mostDays ? `at most ${mostDays} days` : undefined
				},
				hint: () => 'both included, days of UTC',
			},
		],
		submit: ({ from = '', to = '' }) => {
			form.close()
			chosen({ kind: 'custom', from: Date.parse(from), to: Date.parse(to) + dayMs })
		},
	})
	app.show(form)
}

function day(at: number): string {
	return new Date(at).toISOString().slice(0, 10)
}

function dayProblem(value: string): string | undefined {
	return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? undefined : 'a day such as 2026-11-21'
}
