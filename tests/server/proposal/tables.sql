-- Thirty tables as they are met in the databases of manufacturers, dealers and offices: with and without comments, keys, conditions,
-- other platforms' columns, names of all styles.
create table t_supplier (
  id bigserial primary key, supplier_code varchar(32) not null unique, supplier_name varchar(100) not null, short_name varchar(50),
  supplier_type smallint not null default 1, credit_level char(1) default 'B' check (credit_level in ('A', 'B', 'C', 'D')), contact varchar(32), phone varchar(20), email varchar(64),
  website varchar(200), province varchar(32), city varchar(32), address varchar(255), tax_no varchar(32), bank_name varchar(64), bank_account varchar(32),
  credit_limit numeric(12, 2) default 0 check (credit_limit >= 0), cooperate_from date, cooperate_to date, status smallint not null default 1, remark varchar(255),
  tenant_id varchar(12) not null default '000000', create_user bigint, create_dept bigint, create_time timestamp, update_user bigint, update_time timestamp, is_deleted int not null default 0,
  check (cooperate_to >= cooperate_from));
comment on table t_supplier is '供应商信息表';
comment on column t_supplier.supplier_code is '供应商编号';
comment on column t_supplier.supplier_name is '供应商名称';
comment on column t_supplier.short_name is '简称';
comment on column t_supplier.supplier_type is '类型（1-生产商，2-贸易商，3-服务商）';
comment on column t_supplier.credit_level is '信用等级';
comment on column t_supplier.contact is '联系人';
comment on column t_supplier.status is '状态：1 启用 2 停用';
comment on column t_supplier.credit_limit is '信用额度，单位元';
comment on column t_supplier.tax_no is '税号';

create table t_purchase_order (
  id bigserial primary key, order_no varchar(32) not null unique, supplier_id bigint not null references t_supplier, order_date date not null default current_date, expect_date date,
  total_amount numeric(14, 2) not null default 0, discount_rate numeric(5, 4) default 1 check (discount_rate between 0 and 1), pay_method smallint default 1,
  status smallint not null default 0, audit_user bigint, audit_time timestamp, close_reason varchar(255), created_by varchar(32), created_at timestamptz default now(), updated_at timestamptz,
  check (expect_date >= order_date));
comment on table t_purchase_order is '采购订单';
comment on column t_purchase_order.order_no is '采购单号';
comment on column t_purchase_order.supplier_id is '供应商ID';
comment on column t_purchase_order.pay_method is '付款方式(1:月结,2:现结,3:预付)';
comment on column t_purchase_order.status is '状态(0:草稿,1:已提交,2:已批准,3:已驳回,4:已完成,5:已取消)';

create table t_purchase_order_line (
  id bigserial primary key, order_id bigint not null references t_purchase_order on delete cascade, line_no int not null check (line_no > 0), material_code varchar(40) not null,
  material_name varchar(120) not null, unit varchar(8) default '件', qty numeric(12, 3) not null check (qty > 0), unit_price numeric(12, 4) not null check (unit_price >= 0),
  received_qty numeric(12, 3) not null default 0 check (received_qty >= 0), note text, unique (order_id, line_no), check (received_qty <= qty));
comment on table t_purchase_order_line is '采购订单明细';

create type ticket_priority as enum ('low', 'medium', 'high', 'urgent');
create type ticket_state as enum ('open', 'assigned', 'in_progress', 'resolved', 'closed');
create table support_tickets (
  ticket_id serial primary key, subject varchar(200) not null, body text not null, priority ticket_priority not null default 'medium', state ticket_state not null default 'open',
  customer_email varchar(120) not null, assigned_to int, tags text[], created_at timestamptz not null default now(), due_at timestamptz, resolved_at timestamptz);
comment on table support_tickets is 'Customer support tickets';
comment on column support_tickets.customer_email is 'E-mail of the customer';

create table employees (
  emp_id serial primary key, emp_no char(8) not null unique, "firstName" varchar(40) not null, "lastName" varchar(40) not null, gender char(1) check (gender in ('M', 'F')),
  birthday date, hire_date date not null, salary numeric(10, 2) check (salary > 0), mobile varchar(11), is_manager boolean not null default false, manager_id int references employees, avatar varchar(255));

create table departments (
  id serial primary key, parent_id int references departments, dept_name varchar(60) not null, dept_code varchar(20) unique, leader varchar(30), sort_order int default 0, status smallint default 1);
comment on table departments is '部门';
comment on column departments.parent_id is '上级部门';
comment on column departments.dept_name is '部门名称';
comment on column departments.status is '0 停用 1 启用';

create table warehouse_zone (
  id bigint primary key, warehouse_id bigint not null, zone_code varchar(16) not null, zone_name varchar(50) not null, capacity int check (capacity between 1 and 100000),
  temperature_min numeric(5, 1), temperature_max numeric(5, 1), is_locked smallint default 0, unique (warehouse_id, zone_code), check (temperature_max >= temperature_min));
comment on column warehouse_zone.warehouse_id is '仓库';
comment on column warehouse_zone.zone_name is '库区名称';

create table equipment (
  equipment_code varchar(30) primary key, equipment_name varchar(80) not null, model varchar(50), maker varchar(80), purchase_date date, purchase_price numeric(12, 2),
  warranty_months smallint check (warranty_months >= 0 and warranty_months <= 120), state varchar(16) not null default 'idle' check (state in ('idle', 'running', 'repairing', 'scrapped')), photo varchar(300), manual_file varchar(300));
comment on table equipment is '设备台账';
comment on column equipment.state is '状态：idle 空闲 running 运行中 repairing 维修中 scrapped 已报废';

create table maintenance_record (
  id bigserial primary key, equipment_code varchar(30) not null references equipment, maintain_date date not null, begin_time time, end_time time, worker varchar(40), cost numeric(10, 2) default 0.00, content text, next_date date);

create table contract (
  id uuid primary key, contract_no varchar(40) not null unique, title varchar(150) not null, party_a varchar(100), party_b varchar(100), amount numeric(16, 2), currency char(3) default 'CNY',
  sign_date date, effective_date date, expire_date date, status varchar(20) default 'draft' check (status in ('draft', 'reviewing', 'signed', 'effective', 'expired', 'terminated')), scan bytea, detail jsonb);
comment on table contract is '合同';

create table visit_log (visitor_name varchar(40) not null, id_card varchar(18), visit_time timestamp not null, leave_time timestamp, host_name varchar(40), purpose varchar(200), plate_no varchar(10));
comment on table visit_log is '访客登记';

create table user_role_map (user_no varchar(20) not null, role_code varchar(20) not null, granted_at timestamp default now(), primary key (user_no, role_code));

create table product_category (
  cat_id int primary key, pid int default 0, name varchar(64) not null, icon varchar(100), level smallint default 1, sort int default 0, is_show boolean default true);
comment on table product_category is '产品分类';

create table tb_coupon (
  id bigserial primary key, coupon_name varchar(60) not null, coupon_type int not null, face_value numeric(8, 2) not null check (face_value > 0), min_amount numeric(8, 2) default 0, total_count int, used_count int default 0,
  start_time timestamp not null, end_time timestamp not null, per_limit int default 1 check (per_limit >= 1), description varchar(500), status int default 0, del_flag char(1) default '0', check (end_time > start_time));
comment on table tb_coupon is '优惠券';
comment on column tb_coupon.coupon_type is '类型 1满减券 2折扣券 3兑换券';
comment on column tb_coupon.status is '状态 0未发布 1已发布 2已过期';
comment on column tb_coupon.min_amount is '最低消费金额';

create table tb_coupon_receive (
  id bigserial primary key, coupon_id bigint not null references tb_coupon, member_id bigint not null, receive_time timestamp not null, use_time timestamp, order_no varchar(32), status smallint not null default 0);
comment on column tb_coupon_receive.status is '0-未使用 1-已使用 2-已过期';

create table quality_inspection (
  id bigserial primary key, inspection_no varchar(30) not null unique, batch_no varchar(30) not null, factory_id bigint, inspector varchar(30) not null, inspect_time timestamp not null, sample_size int check (sample_size > 0),
  pass_count int default 0, result smallint, ph_value numeric(4, 2) check (ph_value >= 0 and ph_value <= 14), alcohol numeric(5, 2), remark text);
comment on table quality_inspection is '质量检验单';
comment on column quality_inspection.result is '检验结果（0：不合格；1：合格；2：让步接收）';
comment on column quality_inspection.factory_id is '工厂';

create table logistics_vehicle (
  id serial primary key, plate_number varchar(10) not null unique, vehicle_type varchar(10) check (vehicle_type in ('truck', 'van', 'trailer')), load_weight numeric(8, 2), driver_name varchar(30), driver_phone varchar(20),
  annual_check_date date, gps_device_no varchar(40), color varchar(7), in_service boolean default true);

create table "SalesTarget" (
  "Id" serial primary key, "Year" int not null check ("Year" between 2000 and 2100), "Month" int not null check ("Month" >= 1 and "Month" <= 12), "DealerName" varchar(80) not null, "TargetAmount" numeric(14, 2) not null, "ActualAmount" numeric(14, 2) default 0, unique ("Year", "Month", "DealerName"));

create table price_history (
  id bigserial primary key, sku_code varchar(40) not null, old_price numeric(10, 2), new_price numeric(10, 2) not null, valid_from date not null, valid_to date, "group" varchar(20), "size" varchar(20), "select" boolean default false);

create table invoice (
  id bigserial primary key, invoice_code varchar(12), invoice_number varchar(20) not null, invoice_type varchar(20) not null default 'ordinary', buyer_name varchar(100) not null, buyer_tax_no varchar(20), amount_without_tax numeric(14, 2) not null,
  tax_amount numeric(14, 2) not null, total_amount numeric(14, 2) generated always as (amount_without_tax + tax_amount) stored, issue_date date, file_url varchar(500), is_red smallint not null default 0, unique (invoice_code, invoice_number));
comment on table invoice is '发票';
comment on column invoice.invoice_type is '发票类型: ordinary=普票, special=专票, electronic=电子票';

create table iot_device (
  id bigserial primary key, device_sn varchar(64) not null unique, device_secret varchar(128), firmware_version varchar(20), ip inet, mac macaddr, last_online timestamptz, battery smallint check (battery between 0 and 100), latitude double precision, longitude double precision, config jsonb default '{}');

create table notice_board (
  notice_id bigserial primary key, notice_title varchar(120) not null, content_html text, publish_status int default 0, publish_time timestamp, cover_image varchar(300), view_count bigint default 0, is_top boolean default false);
comment on table notice_board is '公告栏';
comment on column notice_board.publish_status is '发布状态 0-草稿 1-已发布 2-已撤回';

create table training_course (
  id serial primary key, course_name varchar(100) not null, teacher varchar(40), hours numeric(4, 1) check (hours > 0), max_people smallint, course_level varchar(10) default 'basic', pass_score smallint default 60 check (pass_score >= 0 and pass_score <= 100));
comment on column training_course.course_level is '难度 basic:初级 middle:中级 senior:高级';

create table training_record (
  course_id int not null references training_course, employee_no varchar(20) not null, finished_on date, score numeric(5, 1), certificate_no varchar(40) unique, primary key (course_id, employee_no));

create table store_shift (
  id serial primary key, shop_name varchar(60) not null, shift_date date not null, shift char(1) not null, cashier varchar(30), begin_cash numeric(10, 2), end_cash numeric(10, 2), gap numeric(10, 2), closed boolean);
comment on table store_shift is '门店交班';
comment on column store_shift.shift is '班次 A=早班 B=中班 C=夜班';

create table a_very_long_table_name_for_the_reconciliation_of_dealers (
  id bigserial primary key, reconciliation_statement_number_of_the_dealer varchar(40) not null unique, the_amount_that_was_confirmed_by_the_dealer_in_writing numeric(14, 2), "对账月份" varchar(7), "1st_confirmed" boolean);

create table complaint (
  id bigserial primary key, complaint_no varchar(32) unique, complainant varchar(40), tel varchar(20), type smallint, content varchar(1000) not null, handle_result varchar(1000), satisfaction smallint check (satisfaction >= 1 and satisfaction <= 5), status varchar(20) not null default 'pending' check (status in ('pending', 'processing', 'resolved', 'closed')), create_time timestamp default now());
comment on table complaint is '客户投诉';
comment on column complaint.type is '投诉类型：1质量 2物流 3服务 9其他';
comment on column complaint.complainant is '投诉人';

create table meter_reading (
  id bigserial primary key, meter_code varchar(30) not null, read_at timestamp(3) not null, value numeric(18, 6) not null, delta real, quality smallint default 0, unique (meter_code, read_at));

create table project_task (
  id bigserial primary key, parent_id bigint, project_name varchar(80) not null, task_name varchar(120) not null, priority smallint default 2, progress smallint default 0 check (progress between 0 and 100), plan_start date, plan_end date, stage varchar(20) default 'planned' check (stage in ('planned', 'started', 'paused', 'finished', 'cancelled')), owner_id bigint, check (plan_start <= plan_end));
comment on column project_task.priority is '优先级 1-高 2-中 3-低';

create table api_client (
  client_id varchar(40) primary key, client_secret varchar(200) not null, name varchar(60) not null, callback_url varchar(300), rate_limit int default 100, enabled boolean not null default true, ip_whitelist text, expires_at timestamp);
