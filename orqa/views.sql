-- The views that people and other programs read. Applied at every open, so that they always fit this version.

DROP VIEW IF EXISTS item_trace;
CREATE VIEW item_trace AS
SELECT b.version AS bank_version, b.position, i.id AS item_id, o.soc_group, o.soc_code, o.title AS occupation,
       c.task, i.stem, i.option_a, i.option_b, i.option_c, i.option_d,
       'All of the above' AS option_e, 'None of the above' AS option_f,
       i.key, i.rationale, c.jurisdiction, i.category, b.difficulty, i.engine, i.quality,
       d.id AS document_id, p.whitelist_id AS publisher, p.type AS publisher_type, body.final_url AS url,
       body.fetched_at, d.published_on, body.licence, d.body_sha256, c.quote, c.start_char, c.end_char,
       w.start_char AS window_start_char, w.end_char AS window_end_char, v.is_released,
       i.family
FROM bank_item b
JOIN bank_version v ON v.version = b.version
JOIN item i ON i.id = b.item_id
JOIN card c ON c.id = i.card_id
JOIN occupation o ON o.soc_code = c.soc_code
JOIN "window" w ON w.id = c.window_id
JOIN document d ON d.id = c.document_id
JOIN body ON body.id = d.body_id
JOIN publisher p ON p.id = d.publisher_id;

DROP VIEW IF EXISTS funnel;
CREATE VIEW funnel AS
SELECT stage,
       count(*) AS planned,
       sum(status IN ('passed', 'rejected', 'unscored')) AS done,
       sum(status = 'passed') AS passed,
       sum(status = 'rejected') AS rejected,
       sum(status = 'unscored') AS unscored,
       sum(status = 'failed') AS failed,
       sum(status = 'planned') AS not_run,
       sum(n_out) AS produced,
       round(sum(seconds), 3) AS seconds,
       (SELECT count(*) FROM llm_call l WHERE l.stage = k.stage AND l.subject_id IN
           (SELECT subject_id FROM work WHERE run_id = k.run_id AND stage = k.stage)) AS calls,
       (SELECT coalesce(sum(l.cost_usd), 0.0) FROM llm_call l WHERE l.stage = k.stage AND l.subject_id IN
           (SELECT subject_id FROM work WHERE run_id = k.run_id AND stage = k.stage)) AS cost_usd
FROM work k
WHERE run_id = (SELECT max(id) FROM run)
GROUP BY stage
ORDER BY CASE stage WHEN 'fetch' THEN 1 WHEN 'extract' THEN 2 WHEN 'windows' THEN 3 WHEN 'cards' THEN 4
         WHEN 'write' THEN 5 WHEN 'gates' THEN 6 WHEN 'repair' THEN 7 WHEN 'pretest' THEN 8 WHEN 'balance' THEN 9 ELSE 10 END;

DROP VIEW IF EXISTS rejection;
CREATE VIEW rejection AS
SELECT stage, reason, count(*) AS n
FROM work
WHERE run_id = (SELECT max(id) FROM run) AND status IN ('rejected', 'unscored', 'failed')
GROUP BY stage, reason
ORDER BY stage, n DESC, reason;

CREATE TRIGGER IF NOT EXISTS review_no_update BEFORE UPDATE ON review
BEGIN SELECT raise(ABORT, 'reviews are only added: insert another row instead'); END;
CREATE TRIGGER IF NOT EXISTS review_no_delete BEFORE DELETE ON review
BEGIN SELECT raise(ABORT, 'reviews are only added: insert another row instead'); END;
